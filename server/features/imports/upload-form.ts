import '@fastify/multipart';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/http/app-error.js';

/** Reads a multipart form with one file; server/app.ts sets its limits. */
@Injectable()
export class UploadForm {
  /** @throws request.tooLarge, import.format when the form holds no file */
  async file(request: FastifyRequest): Promise<{ name: string; bytes: Buffer }> {
    if (!request.isMultipart()) throw new AppError('import.format');
    const part = await request.file();
    if (!part) throw new AppError('import.format');
    const bytes = await part.toBuffer();
    // toBuffer looks for the limit at each chunk: one that is met behind the last chunk passes it by.
    if (part.file.truncated) throw new AppError('request.tooLarge');
    return { name: part.filename, bytes };
  }
}
