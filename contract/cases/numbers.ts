/** How a lender may have come by a number; in files `phoneSource`. LENDER: the file does not say. */
export const GIVEN_SOURCES = ['APPLICATION', 'DEBTOR', 'TRACED', 'LENDER'] as const;

/** And those that the product itself knows: read off the borrower's device, or told to a collector. */
export const NUMBER_SOURCES = [...GIVEN_SOURCES, 'DEVICE', 'COLLECTOR'] as const;
export type NumberSource = (typeof NUMBER_SOURCES)[number];

/** Sources that the borrower has not given the number through. */
export const UNGIVEN_SOURCES: readonly NumberSource[] = ['TRACED', 'DEVICE'];

/**
 * Knowledge of a number for one borrower. CONFIRMED: the borrower answered by it. DOUBTED: the borrower did not give it, or a
 * caller said that it is somebody else's. NOT_THEIRS: it is stopped for everybody.
 */
export const STANDINGS = ['GIVEN', 'CONFIRMED', 'DOUBTED', 'NOT_THEIRS'] as const;
export type Standing = (typeof STANDINGS)[number];
