import { SetMetadata } from '@nestjs/common';

export const SUMMARY = 'recoup:summary';

/** Says what a call does, for docs/calls.md and OpenAPI: a verb first, and more than the words of its path. */
export const Summary = (text: string) => SetMetadata(SUMMARY, text);
