import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, type ModuleRef } from '@nestjs/core';
import type { z } from 'zod';
import { BODY_LIMIT, DEFAULT_BODY, type BodyLimit } from '../http/body-limits.js';
import { SUMMARY } from '../http/summary.js';
import { DEMAND, RAW, type Demand } from './allow.js';

/** A handler, as its decorators describe it. Paths are without the base path. */
export interface Endpoint {
  name: string;
  method: string;
  paths: string[];
  summary: string | undefined;
  demand: Demand | undefined;
  body: BodyLimit;
  /** Answers without the envelope. */
  raw: boolean;
  inputs: Input[];
}
export interface Input {
  from: 'body' | 'query' | 'path';
  /** One parameter in the path; the others are read whole. */
  name: string | undefined;
  schema: z.ZodType;
}

type Controller = { name: string; prototype: Record<string, unknown> };

export function endpointsOf(app: Pick<ModuleRef, 'get'>): Endpoint[] {
  const controllers = app.get(DiscoveryService, { strict: false }).getControllers();
  return controllers.flatMap(({ metatype }) => handlersOf(metatype as Controller));
}

export function handlersOf(type: Controller): Endpoint[] {
  const bases = paths(type);
  return new MetadataScanner().getAllMethodNames(type.prototype).flatMap((name) => {
    const handler = type.prototype[name] as object;
    const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
    if (method === undefined) return [];
    return {
      name: `${type.name}.${name}`,
      method: RequestMethod[method],
      paths: bases.flatMap((base) => paths(handler).map((path) => joined(base, path))),
      summary: Reflect.getMetadata(SUMMARY, handler) as string | undefined,
      demand: Reflect.getMetadata(DEMAND, handler) as Demand | undefined,
      body: (Reflect.getMetadata(BODY_LIMIT, handler) as BodyLimit | undefined) ?? DEFAULT_BODY,
      raw: Reflect.hasMetadata(RAW, handler),
      inputs: inputsOf(type, name),
    };
  });
}

/** By Nest's number of a parameter's kind. */
const FROM: Record<string, Input['from']> = { 3: 'body', 4: 'query', 5: 'path' };

function inputsOf(type: Controller, handler: string): Input[] {
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, type, handler) ?? {}) as Record<
    string,
    { data?: unknown; schema?: z.ZodType }
  >;
  return Object.entries(args).flatMap(([kind, { data, schema }]) => {
    const from = FROM[kind.split(':')[0]!];
    return from && schema ? { from, name: typeof data === 'string' ? data : undefined, schema } : [];
  });
}

/** @throws when a handler does not say who may call it: such a server must not start. */
export function checkDemands(endpoints: readonly Endpoint[]): void {
  const silent = endpoints.filter((endpoint) => !endpoint.demand).map((endpoint) => endpoint.name);
  if (silent.length > 0) {
    throw new Error(`Add @Allow, @AllowSession, @AllowSigned or @AllowAnyone to ${silent.join(', ')}.`);
  }
}

function paths(target: object): string[] {
  return [Reflect.getMetadata(PATH_METADATA, target) as string | string[]].flat();
}

function joined(base: string, path: string): string {
  return [base, path]
    .map((part) => part.replace(/^\/|\/$/g, ''))
    .filter(Boolean)
    .join('/');
}
