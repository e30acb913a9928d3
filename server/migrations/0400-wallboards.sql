-- Wallboards are counted without reading their rows.
ALTER TABLE user_session
  DROP KEY user_session_kind,
  ADD KEY user_session_kind (kind, ended_at, id, expires_at, user_id);
