"""Games: what each provides (:mod:`protocol`) and how it is found (:mod:`registry`)."""
