-- What is known of a recording's sound, so that it is drawn without being read again.
CREATE TABLE recording_shape (
  call_id BIGINT NOT NULL PRIMARY KEY,
  type VARCHAR(12) NOT NULL,
  duration_ms INT NULL,
  -- The loudest of each tenth of a second.
  peaks MEDIUMBLOB NULL
);

-- One row is one listening, however many ranges of the file it took.
CREATE TABLE recording_listen (
  user_id BIGINT NOT NULL,
  call_id BIGINT NOT NULL,
  listen VARCHAR(64) NOT NULL,
  at DATETIME(3) NOT NULL,
  PRIMARY KEY (user_id, call_id, listen),
  KEY recording_listen_call (call_id, at)
);

CREATE TABLE recording_note (
  id BIGINT NOT NULL PRIMARY KEY,
  call_id BIGINT NOT NULL,
  second INT NOT NULL,
  text_enc VARBINARY(2100) NOT NULL,
  author_id BIGINT NOT NULL,
  at DATETIME(3) NOT NULL,
  KEY recording_note_call (call_id, second)
);
