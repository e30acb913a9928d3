import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { KeysModule } from '../features/keys/keys.module.js';
import { RotationService } from '../features/keys/rotation.service.js';
import { PlatformModule } from '../platform/platform.module.js';

@Module({ imports: [PlatformModule, KeysModule] })
class RotateKeysToolModule {}

const [act, batch] = process.argv.slice(2);
if (act !== 'run' && act !== 'check') {
  process.stderr.write(
    'npm run rotate-keys -- run | check   brings everything under the present key, or counts\n',
  );
  process.exit(2);
}
const app = await NestFactory.createApplicationContext(RotateKeysToolModule, { logger: ['error', 'warn'] });
const rotation = app.get(RotationService);
const say = (line: string) => process.stdout.write(`${line}\n`);
const size = Number(batch) || undefined;
const left = await (act === 'run' ? rotation.run(say, size) : rotation.leftover(size));
await app.close();
say(`under another key: ${left.rows} rows, ${left.files} files`);
if (left.people > 0)
  say(`${left.people} people have to sign in once with their ID number, or have it bound anew`);
process.exitCode = left.rows + left.files + left.people === 0 ? 0 : 1;
