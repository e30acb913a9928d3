-- Decisions and sign-ins end later than they begin: each change of what became of one is a row that nobody alters, so that
-- the chain of these rows (stream OUTCOME) covers it. The application's user may only read here: the triggers write.
CREATE TABLE outcome (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  -- RECEIPT: a row of contact_receipt. SIGN_IN: one of login_audit.
  kind VARCHAR(8) NOT NULL,
  row_id BIGINT NOT NULL,
  facts VARCHAR(120) NOT NULL,
  at DATETIME(3) NOT NULL,
  KEY outcome_at (at, id),
  KEY outcome_row (kind, row_id, id)
);

ALTER TABLE contact_receipt ADD COLUMN outcome_at DATETIME(3) NULL;

-- begun_as: the first result. person_hash: SHA-256, in hex, over the salt and what names the person, the place and the device;
-- without its salt it says nothing of them.
ALTER TABLE login_audit
  ADD COLUMN outcome_at DATETIME(3) NULL,
  ADD COLUMN begun_as VARCHAR(24) NULL,
  ADD COLUMN salt BINARY(16) NULL,
  ADD COLUMN person_hash VARCHAR(64) NULL;

CREATE TRIGGER receipt_outcome AFTER UPDATE ON contact_receipt FOR EACH ROW
  IF NOT (NEW.counted = OLD.counted AND NEW.conversation_at <=> OLD.conversation_at AND NEW.released <=> OLD.released
    AND NEW.released_at <=> OLD.released_at) THEN
    INSERT INTO outcome (kind, row_id, facts, at) VALUES ('RECEIPT', NEW.id, CONCAT_WS('|', NEW.counted,
      COALESCE(NEW.conversation_at, ''), COALESCE(NEW.released, ''), COALESCE(NEW.released_at, '')),
      COALESCE(NEW.outcome_at, NEW.at)); END IF;

CREATE TRIGGER sign_in_outcome AFTER UPDATE ON login_audit FOR EACH ROW
  IF NOT (NEW.result = OLD.result AND NEW.liveness <=> OLD.liveness) THEN
    INSERT INTO outcome (kind, row_id, facts, at) VALUES ('SIGN_IN', NEW.id,
      CONCAT_WS('|', NEW.result, COALESCE(NEW.liveness, '')), COALESCE(NEW.outcome_at, NEW.at)); END IF;
