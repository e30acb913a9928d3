/** `softPhone/getMySoftPhone`; null when none is assigned. */
export interface Softphone {
  supplier: string;
  extensionNumber: string;
  /** Opened for its owner alone. */
  password: string;
}
