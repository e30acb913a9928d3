import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { DEMAND, type Demand } from './allow.js';

/** A handler, as its decorators describe it. Paths are without the base path. */
export interface Endpoint {
  name: string;
  method: string;
  paths: string[];
  demand: Demand | undefined;
}

/** Every HTTP handler of the application. */
export function endpointsOf(app: Pick<NestFastifyApplication, 'get'>): Endpoint[] {
  const scanner = new MetadataScanner();
  return app
    .get(DiscoveryService, { strict: false })
    .getControllers()
    .flatMap(({ metatype }) => {
      const type = metatype as { name: string; prototype: Record<string, unknown> };
      const bases = paths(type);
      return scanner.getAllMethodNames(type.prototype).flatMap((name) => {
        const handler = type.prototype[name] as object;
        const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
        if (method === undefined) return [];
        return {
          name: `${type.name}.${name}`,
          method: RequestMethod[method],
          paths: bases.flatMap((base) => paths(handler).map((path) => joined(base, path))),
          demand: Reflect.getMetadata(DEMAND, handler) as Demand | undefined,
        };
      });
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
