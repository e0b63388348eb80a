"""What pictures are made of: patterns and shapes, each used many times, as paths."""

from __future__ import annotations

from archipel.reference.costa_ruana.deck import Background

MEEPLE = (
    "M0-13c3.7 0 6.1 2.6 6.1 5.6 0 1.2-.4 2.2-1 3C8.5-3.4 12.2-1.7 12.2 1c0 1.5-1.2 2.3-2.7 2.3"
    "-1 0-2.1-.4-3.1-.7.9 3 2.7 5.9 4 8.3.7 1.3 0 2.6-1.5 2.6H3.3c-1 0-1.6-.5-2-1.3L0 9.4"
    "l-1.3 2.8c-.4.8-1 1.3-2 1.3h-5.6c-1.5 0-2.2-1.3-1.5-2.6 1.3-2.4 3.1-5.3 4-8.3"
    "-1 .3-2.1.7-3.1.7-1.5 0-2.7-.8-2.7-2.3 0-2.7 3.7-4.4 7.1-5.4-.6-.8-1-1.8-1-3 0-3 2.4-5.6 6.1-5.6z"
)

SHAPES = {
    "gem": [
        ("gem", "M-8-2L-4.5-6.5H4.5L8-2L0 7.5z"),
        ("facet", "M-8-2H8M-3.5-2L0 7.5L3.5-2L1.5-6.5M-3.5-2L-1.5-6.5"),
    ],
    "gone_gem": [("gone-gem", "M-8-2L-4.5-6.5H4.5L8-2L0 7.5z")],
    "palm": [
        ("trunk", "M0 16C3 6 2-2-2-10"),
        ("leaf", "M-2-10c6-9 14-7 17-1-6-3-11-1-17 1zM-2-10c-6-8-14-6-17 1 6-3 12-2 17-1z"),
        ("leaf", "M-2-10c1-8 7-12 13-11-5 2-9 6-13 11zM-2-10c-2-8-8-11-14-9 6 1 10 4 14 9z"),
    ],
    "hut": [
        ("hut", "M-10-1h20v12h-20z"),
        ("thatch", "M-15 1L0-13L15 1z"),
        ("door", "M-3.5 11v-7q3.5-4 7 0v7z"),
    ],
    "mask": [
        ("plume", "M-4-8L-9-18L-1-11zM4-8L9-18L1-11zM-2.5-9L0-20L2.5-9z"),
        ("mask", "M-9-6Q0-13 9-6Q10 6 0 13Q-10 6-9-6z"),
        ("eye", "M-6-2h4v3h-4zM2-2h4v3h-4zM-3 6h6v2h-6z"),
    ],
}
"""Drawings used many times: classes and paths."""

STAR = "M6 2l1.2 2.8L10 6L7.2 7.2L6 10L4.8 7.2L2 6L4.8 4.8zM19 15l1 2.2 2.2 1-2.2 1-1 2.2-1-2.2-2.2-1 2.2-1z"
PATTERNS = {
    "sea": (60, 36, "sea", "swell", "M4 10q6-6 12 0t12 0M34 28q6-6 12 0t12 0"),
    "high_tide": (20, 10, "high", "high-mark", "M0 5q5-5 10 0t10 0"),
    "low_tide": (14, 14, "low", "low-mark", "M2 3h3v3h-3zM9 9h2v2h-2zM10 2h1.5v1.5h-1.5zM4 11h1.5v1.5h-1.5z"),
    "day": (16, 16, "day", "day-mark", "M-4 4L4-4M-2 18L18-2M12 20L20 12"),
    "night": (26, 26, "night", "night-mark", STAR),
    "back": (12, 12, "back", "weave", "M0 0L12 12M12 0L0 12"),
}
"""Backgrounds: width, height, class of the ground, class and path of the mark on it."""

SIGNS = {
    Background.HIGH_TIDE: "M-7-4q3.5-4 7 0t7 0M-7 1q3.5-4 7 0t7 0M-7 6q3.5-4 7 0t7 0",
    Background.LOW_TIDE: "M-7 6q3.5-4 7 0t7 0M-2-6h4M-4-2h8",
    Background.DAY: "M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M0-8v2M0 8v-2M-8 0h2M8 0h-2M-5.6-5.6l1.4 1.4"
    "M5.6-5.6l-1.4 1.4M-5.6 5.6l1.4-1.4M5.6 5.6l-1.4-1.4",
    Background.NIGHT: "M3-7A7.5 7.5 0 1 0 7 3A6 6 0 0 1 3-7z",
}

