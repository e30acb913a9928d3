/** Entries that the stream between servers keeps: far more than a reconnect within two minutes needs. */
export const STREAM_LENGTH = 20_000;
export const STREAM_NAME = 'recoup:sockets';
