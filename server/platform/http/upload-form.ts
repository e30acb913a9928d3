import '@fastify/multipart';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from './app-error.js';

/** Reads a multipart form with one file, of the size that the call declares by `@FileLimit`. */
@Injectable()
export class UploadForm {
  /** @throws request.tooLarge, also for a file cut at the limit; import.format when the form holds no file */
  async file(request: FastifyRequest): Promise<{ name: string; bytes: Buffer }> {
    if (!request.isMultipart()) throw new AppError('import.format');
    const fileSize = request.routeOptions.config.call!.body.file;
    let part: Awaited<ReturnType<FastifyRequest['file']>>;
    let bytes: Buffer | undefined;
    try {
      part = await request.file({ limits: { fileSize } });
      bytes = await part?.toBuffer();
    } catch (error) {
      // Fastify's own refusals (a limit, a forbidden name) know their status; the parser's say only that the form is broken.
      if (typeof error === 'object' && error !== null && 'statusCode' in error) throw error;
    }
    // A file cut at the limit may come without an error, or with one that does not say so.
    if (part?.file.truncated) throw new AppError('request.tooLarge');
    if (!part || !bytes) throw new AppError('import.format');
    return { name: part.filename, bytes };
  }
}
