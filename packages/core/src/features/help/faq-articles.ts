/** What questions are about, in the order of the help. */
export const FAQ_CATEGORIES = [
  'account',
  'timetable',
  'messages',
  'family',
  'settings',
  'school',
  'administration',
] as const;
export type FaqCategory = (typeof FAQ_CATEGORIES)[number];

/** The articles in their order: what each is about, and the page of the app on which one does it. */
export const FAQ_ARTICLES = {
  'forgot-password': { category: 'account', page: null },
  'activation-code': { category: 'account', page: null },
  'second-step': { category: 'account', page: '/settings/security/self' },
  'own-data': { category: 'account', page: '/settings/self' },
  'start-page': { category: 'timetable', page: '/feed' },
  'read-timetable': { category: 'timetable', page: '/timetable' },
  'calendar-app': { category: 'timetable', page: '/timetable' },
  'search-plans': { category: 'timetable', page: '/timetable/search' },
  'free-rooms': { category: 'timetable', page: '/timetable/free-rooms' },
  'wrong-lesson': { category: 'timetable', page: null },
  'course-selection': { category: 'timetable', page: '/course-selection/start' },
  choices: { category: 'timetable', page: '/choices' },
  'calendar-dates': { category: 'timetable', page: '/calendar' },
  notifications: { category: 'messages', page: '/settings/self/notifications' },
  'quiet-times': { category: 'messages', page: '/notifications/mute' },
  'write-message': { category: 'messages', page: '/channels' },
  chat: { category: 'messages', page: '/channels' },
  'manage-channel': { category: 'messages', page: null },
  conference: { category: 'messages', page: null },
  files: { category: 'messages', page: '/cloud' },
  'bring-back-file': { category: 'messages', page: '/cloud' },
  'move-content': { category: 'messages', page: null },
  'confirm-news': { category: 'messages', page: '/news' },
  'write-news': { category: 'messages', page: '/news/create' },
  'report-ill': { category: 'family', page: '/sicknotes' },
  'read-classbook': { category: 'family', page: '/classbooks' },
  'add-child': { category: 'family', page: '/settings/add-child/activation-key' },
  family: { category: 'family', page: '/settings/self/family' },
  accounts: { category: 'settings', page: '/users-select' },
  'personal-archive': { category: 'settings', page: '/settings/self/personal-data' },
  'delete-account': { category: 'settings', page: '/settings/self/delete-account' },
  authenticator: { category: 'settings', page: '/authenticator' },
  'get-help': { category: 'settings', page: '/help/start' },
  'take-roll': { category: 'school', page: '/timetable' },
  'class-register': { category: 'school', page: '/classbooks' },
  'absences-office': { category: 'school', page: '/sicknotes' },
  substitutions: { category: 'school', page: null },
  'own-substitutions': { category: 'school', page: '/substitutions/own' },
  'plan-reports': { category: 'school', page: null },
  'build-timetable': { category: 'school', page: null },
  'plan-proposal': { category: 'school', page: null },
  'basic-data': { category: 'school', page: null },
  'import-timetable': { category: 'school', page: null },
  'manage-choices': { category: 'school', page: null },
  administration: { category: 'administration', page: '/more/administration' },
  people: { category: 'administration', page: '/users' },
  letters: { category: 'administration', page: null },
  'child-requests': { category: 'administration', page: null },
  'former-people': { category: 'administration', page: null },
  roles: { category: 'administration', page: null },
  'import-people': { category: 'administration', page: null },
} as const satisfies Record<string, { category: FaqCategory; page: `/${string}` | null }>;
export type FaqArticleName = keyof typeof FAQ_ARTICLES;
export const FAQ_ARTICLE_NAMES = Object.keys(FAQ_ARTICLES) as FaqArticleName[];

/**
 * Which article the help of a page opens, by how its address begins; the first that fits. Some pages are something else for those who
 * work at the school than for families: theirs is the last.
 */
const ARTICLE_OF_PAGE: readonly (readonly [RegExp, FaqArticleName, FaqArticleName?])[] = [
  [/^\/timetable\/[^/]+\/[^/]+\/lesson\/[^/]+\/entry(\/|$)/, 'take-roll'],
  [/^\/timetable\/search(\/|$)/, 'search-plans'],
  [/^\/timetable\/free-rooms(\/|$)/, 'free-rooms'],
  [/^\/(timetable|no-timetable)(\/|$)/, 'read-timetable'],
  [/^\/course-(selection|participants)(\/|$)/, 'course-selection'],
  [/^\/choices(\/|$)/, 'choices'],
  [/^\/feedback\/dialog(\/|$)/, 'wrong-lesson'],
  [/^\/substitutions\/own(\/|$)/, 'own-substitutions'],
  [/^\/calendar(\/|$)/, 'calendar-dates'],
  [/^\/feed(\/|$)/, 'start-page'],
  [/^\/channels\/[^/]+\/(start|join)-conference(\/|$)/, 'conference'],
  [/^\/channels\/[^/]+\/content-move(\/|$)/, 'move-content'],
  [/^\/channels\/[^/]+\/edit(\/|$)/, 'manage-channel'],
  [/^\/channels\/(type|creation|create)(\/|$)/, 'write-message'],
  [/^\/channels\/[^/]+(\/|$)/, 'chat'],
  [/^\/(channels|lite-channels|more\/channels)(\/|$)/, 'write-message'],
  [/^\/cloud\/bin(\/|$)/, 'bring-back-file'],
  [/^\/cloud(\/|$)/, 'files'],
  [/^\/news\/(create|scheduled|[^/]+\/edit)(\/|$)/, 'write-news'],
  [/^\/(news|channel)(\/|$)/, 'confirm-news'],
  [/^\/classbooks(\/|$)/, 'read-classbook', 'class-register'],
  [/^\/sicknotes(\/|$)/, 'report-ill', 'absences-office'],
  [/^\/(notifications|settings\/[^/]+\/notifications)\/mute(\/|$)/, 'quiet-times'],
  [/^\/(notification-centre|notifications|settings\/[^/]+\/notifications)(\/|$)/, 'notifications'],
  [/^\/settings\/security(\/|$)/, 'second-step'],
  [/^\/settings\/add-child(\/|$)/, 'add-child'],
  [/^\/settings\/[^/]+\/(family|add-parent)(\/|$)/, 'family'],
  [/^\/(settings|users)\/[^/]+\/personal-data(\/|$)/, 'personal-archive'],
  [/^\/settings\/[^/]+\/delete-account(\/|$)/, 'delete-account'],
  [/^\/(users-select|login\/add)(\/|$)/, 'accounts'],
  [/^\/authenticator(\/|$)/, 'authenticator'],
  [/^\/users(\/|$)/, 'people'],
  [/^\/more\/administration(\/|$)/, 'administration'],
  [/^\/help\/(start|send|report)(\/|$)/, 'get-help'],
  [/^\/(settings|release-notes)(\/|$)/, 'own-data'],
  [/^\/management\/[^/]+\/substitution-desk(\/|$)/, 'substitutions'],
  [/^\/management\/[^/]+\/timetable-reports(\/|$)/, 'plan-reports'],
  [/^\/management\/[^/]+\/advanced-timetable\/[^/]+\/(proposal|rails)(\/|$)/, 'plan-proposal'],
  [/^\/management\/[^/]+\/(advanced-timetable|timetable)(\/|$)/, 'build-timetable'],
  [/^\/management\/[^/]+\/basedata(\/|$)/, 'basic-data'],
  [/^\/management\/[^/]+\/web-interface(\/|$)/, 'import-timetable'],
  [/^\/management\/[^/]+\/choices(\/|$)/, 'manage-choices'],
  [/^\/management\/[^/]+\/(exports|contradictions)(\/|$)/, 'class-register'],
  [/^\/management\/[^/]+\/(generate-users|user-creation-history|activation-keys)(\/|$)/, 'letters'],
  [/^\/management\/[^/]+\/(child-requests|applications)(\/|$)/, 'child-requests'],
  [/^\/management\/[^/]+\/(archived|deleted|deletion-pending|deletion-request)-users(\/|$)/, 'former-people'],
  [/^\/management\/[^/]+\/users-compare(\/|$)/, 'import-people'],
  [/^\/management\/[^/]+\/users(\/|$)/, 'people'],
  [/^\/management\/[^/]+\/roles(\/|$)/, 'roles'],
  [/^\/management\/[^/]+\/(upload|school-data\/directory|school-data\/scim)(\/|$)/, 'import-people'],
  [/^\/management\/[^/]+\/channels\/./, 'manage-channel'],
];

/** The article about a page of the app, for families or for those who work at the school; null: there is none. */
export function faqArticleOf(path: string, isStaff = false): FaqArticleName | null {
  const [, family = null, staff = family] = ARTICLE_OF_PAGE.find(([page]) => page.test(path)) ?? [];
  return isStaff ? staff : family;
}

/** Is an article the one about a page for anybody? */
export const isAboutPage = (article: FaqArticleName, path: string): boolean =>
  [true, false].some((isStaff) => faqArticleOf(path, isStaff) === article);
