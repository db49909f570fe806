import type { Feature } from '../../kernel/feature.ts';
import { deskHandlers } from './handlers.ts';
import type { PublishParts } from './publish.ts';
import { deskData, eraseDesk } from './queries/personal-data.ts';

export function deskFeature(parts: PublishParts): Feature {
  return { implemented: deskHandlers(parts), erase: eraseDesk, personalData: deskData };
}
