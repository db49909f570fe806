export { parentsEveningFeature } from './feature.ts';
export type { EveningNews, EveningTeller, OpeningTeller, ToldMeeting } from './telling.ts';
