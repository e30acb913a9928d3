-- How a provider is asked: our signed calls, or its own interface.
ALTER TABLE connection
  ADD COLUMN protocol VARCHAR(10) NOT NULL DEFAULT 'SIGNED',
  ADD COLUMN account VARCHAR(64) NULL,
  ADD COLUMN sender VARCHAR(64) NULL,
  -- By which the provider reaches this site.
  ADD COLUMN public_address VARCHAR(300) NULL;

-- By which the message was last handed over; NULL: never. What takes a message once for its key may be handed it again.
ALTER TABLE message ADD COLUMN protocol VARCHAR(10) NULL;

-- 1,600 characters.
ALTER TABLE incoming_message MODIFY text_enc VARBINARY(6600) NOT NULL;
