CREATE TABLE program (
  number INTEGER PRIMARY KEY,
  unified_id TEXT NOT NULL UNIQUE,
  tier TEXT NOT NULL,
  tier_rank INTEGER NOT NULL,
  prefecture TEXT,
  authority_level TEXT NOT NULL,
  amount INTEGER NOT NULL,
  license TEXT NOT NULL,
  row TEXT NOT NULL
) STRICT;

CREATE TABLE label (
  number INTEGER NOT NULL REFERENCES program,
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (number, kind, value)
) STRICT, WITHOUT ROWID;

CREATE TABLE houjin (
  bangou TEXT PRIMARY KEY,
  record TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE adoption (
  bangou TEXT NOT NULL REFERENCES houjin,
  program_id TEXT NOT NULL,
  adopted_on TEXT NOT NULL,
  amount_man_yen INTEGER NOT NULL
) STRICT;

-- Columns hold grams, not texts: see grams.ts. A prefix of one character is looked for when the word is one.
CREATE VIRTUAL TABLE search USING fts5 (
  name, office, body,
  tokenize = "unicode61 remove_diacritics 0",
  prefix = '1'
);
