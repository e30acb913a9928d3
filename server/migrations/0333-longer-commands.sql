-- 'complaint.transfer' has eighteen letters.
ALTER TABLE client_request MODIFY command VARCHAR(32) NOT NULL DEFAULT '';
