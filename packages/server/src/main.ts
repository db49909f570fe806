import { start } from './commands/start.ts';

await start();
