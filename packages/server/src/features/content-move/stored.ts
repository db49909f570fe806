import type { NewPlace, OldPlace } from '../channels/index.ts';

declare module '../../kernel/data/json.ts' {
  interface JsonColumns {
    'content_moves.old_places': readonly OldPlace[];
    'content_moves.new_places': readonly NewPlace[];
  }
}
