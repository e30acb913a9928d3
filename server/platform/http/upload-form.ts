import '@fastify/multipart';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError } from './app-error.js';
import { weighJson } from './json-body.js';
import { parsed } from './validation.js';

/** Reads a multipart form with one file, of the size that the call declares by `@FileLimit`. */
@Injectable()
export class UploadForm {
  /**
   * The file with a field of the form that holds JSON and stands before it.
   *
   * @throws as `file` does, request.invalid
   */
  async fileAnd<Schema extends z.ZodType>(
    request: FastifyRequest,
    name: string,
    schema: Schema,
  ): Promise<{ file: { name: string; bytes: Buffer }; field: z.infer<Schema> | undefined }> {
    const { fields, ...file } = await this.read(request);
    const part = fields[name];
    const text = part && 'value' in part ? part.value : undefined;
    return { file, field: text === undefined ? undefined : parsed(schema, jsonOf(String(text), name), name) };
  }

  /** @throws request.tooLarge, also for a file cut at the limit; import.format when the form holds no file */
  async file(request: FastifyRequest): Promise<{ name: string; bytes: Buffer }> {
    const { name, bytes } = await this.read(request);
    return { name, bytes };
  }

  private async read(request: FastifyRequest) {
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
    return { name: part.filename, bytes, fields: part.fields };
  }
}

function jsonOf(text: string, name: string): unknown {
  weighJson(Buffer.from(text));
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('request.invalid', {}, [{ field: name, rule: 'format' }]);
  }
}
