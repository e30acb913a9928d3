/** NONE asks nobody; PAGE embeds the provider's page; CAMERA sends a picture of the browser's own. */
export const LIVENESS_MODES = ['NONE', 'PAGE', 'CAMERA'] as const;
export type LivenessMode = (typeof LIVENESS_MODES)[number];

/** Whether a face is live, and whether it is the person's own. */
export const CHECK_KINDS = ['LIVE', 'FACE'] as const;
export type CheckKind = (typeof CHECK_KINDS)[number];
/** Checks of each kind, before an administrator adds more. */
export const FIRST_CHECKS = 100;

/** Refused in a row, and the user must log in again. */
export const MAX_FACE_FAILURES = 3;
/** Limits of the camera's square picture and its JPEG: a larger one is compressed again at this quality before it is sent. */
export const FACE_PIXELS = 400;
export const FACE_BYTES = 1024 * 1024;
export const FACE_QUALITY = 0.7;
