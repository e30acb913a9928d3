-- Whom the sign-in asks to show a living face, and how: on the provider's page or by the camera. NONE for nobody.
ALTER TABLE user ADD COLUMN liveness VARCHAR(8) NOT NULL DEFAULT 'NONE';

-- The sign-in that a session began with, and the faces refused in a row while it is pending.
ALTER TABLE user_session
  ADD COLUMN login_id BIGINT NULL,
  ADD COLUMN face_failures TINYINT NOT NULL DEFAULT 0;

-- PASSED, FAILED; null when none was asked for.
ALTER TABLE login_audit ADD COLUMN liveness VARCHAR(8) NULL;
