-- A charge that succeeded although another one of the same deduction had: the provider took the money twice. It is no payment;
-- a person clears it with the provider.
CREATE TABLE deduction_double (
  id BIGINT NOT NULL PRIMARY KEY,
  deduction_id BIGINT NOT NULL,
  charge_id VARCHAR(48) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  amount BIGINT NOT NULL,
  at DATETIME(3) NOT NULL,
  received_at DATETIME(3) NOT NULL,
  UNIQUE KEY deduction_double_charge (deduction_id, charge_id)
);
