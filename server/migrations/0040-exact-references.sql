-- What others number is compared byte by byte: "aB1" and "Ab1" are two payments, and a lender's "x-1" is not its "X-1".
ALTER TABLE payment MODIFY provider_reference VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL;
ALTER TABLE loan_item MODIFY external_id VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL;
ALTER TABLE borrower MODIFY external_id VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL;
ALTER TABLE client_request
  MODIFY client_request_id VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL;
