-- Who may be contacted for having signed: one person asks for the mark, another one confirms it, and either act is kept.
CREATE TABLE guarantor_mark (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  contact_id BIGINT NOT NULL,
  -- The case on which it was asked for.
  case_id BIGINT NOT NULL,
  requested_by BIGINT NOT NULL,
  requested_at DATETIME(3) NOT NULL,
  confirmed_by BIGINT NULL,
  confirmed_at DATETIME(3) NULL,
  -- Refused or taken back before it was confirmed, else taken away.
  ended_by BIGINT NULL,
  ended_at DATETIME(3) NULL,
  live_contact_id BIGINT AS (IF(ended_at IS NULL, contact_id, NULL)) STORED,
  UNIQUE KEY guarantor_mark_live (live_contact_id)
);

-- Marks of one person's word are requests from now on.
INSERT INTO guarantor_mark (contact_id, case_id, requested_by, requested_at)
SELECT e.subject_id, e.case_id, e.actor_id, e.recorded_at
FROM contact k JOIN domain_event e ON e.id = (
  SELECT MAX(m.id) FROM domain_event m
  WHERE m.subject_type = 'contact' AND m.subject_id = k.id AND m.name = 'contact.guarantorMarked')
WHERE k.guarantor = 1 AND e.case_id IS NOT NULL AND e.actor_id IS NOT NULL;
UPDATE contact SET guarantor = 0 WHERE guarantor = 1;
