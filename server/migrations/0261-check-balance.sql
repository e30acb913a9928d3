-- The face checks that a person has left: whether a face is live, and whether it is theirs. No row: none was taken yet.
CREATE TABLE check_balance (
  user_id BIGINT NOT NULL PRIMARY KEY,
  live INT NOT NULL DEFAULT 100,
  face INT NOT NULL DEFAULT 100
);
-- What a sign-in has taken, and whose it was then.
ALTER TABLE login_audit
  ADD COLUMN live_checks INT NOT NULL DEFAULT 0,
  ADD COLUMN face_checks INT NOT NULL DEFAULT 0,
  ADD COLUMN institution_id BIGINT NULL,
  ADD KEY login_audit_institution (institution_id, id);
UPDATE login_audit a JOIN user u ON u.id = a.user_id SET a.institution_id = u.institution_id;
