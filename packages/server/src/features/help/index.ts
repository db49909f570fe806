export { helpFeature } from './feature.ts';
export { addAnnouncement, listAllAnnouncements, removeAnnouncement } from './queries/announcements.ts';
export { countVotes, listMisses } from './queries/faq.ts';
export { listFeedback } from './queries/feedback.ts';
export type { ReportTeller } from './report-handlers.ts';
