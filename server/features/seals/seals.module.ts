import { Module } from '@nestjs/common';
import { MailedWordsService } from './mailed-words.service.js';
import { SealTreeService } from './seal-tree.service.js';
import { SignedWordsService } from './signed-words.service.js';
import { TimeStampsService } from './time-stamps.service.js';
import { SealsService } from './seals.service.js';

const providers = [MailedWordsService, SealsService, SealTreeService, SignedWordsService, TimeStampsService];

@Module({ providers, exports: providers })
export class SealsModule {}
