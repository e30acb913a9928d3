import { upgrade } from './upgrade.js';

await upgrade();
