/** Modules that are drawn together, by the name of their common file; a later one leaves to an earlier one what both need. */
const SCREENS: Record<string, RegExp> = {
  // Pages that join when one of them is wanted: the management's, and others that are seldom the first of a visit.
  'management-routes': /\/management-routes\.ts$/,
  'late-routes': /\/late-routes\.ts$/,
  // What every page of a person needs beside the first file: the bell, the line for events, today's lessons.
  daily:
    /\/features\/(notifications\/(Bell|NotificationEvents)|news\/NewsEvents|settings\/OwnAccount)\.tsx$|\/@tanstack\/(react-query|query-core)\/|\/features\/timetable\/((NextBoard|use-(plan|texts|now|days-ahead)|school-days|occurrence|target|fetch-range)\.tsx?|views\/(Lesson(Card|Row)\.tsx|(icons|looks|tints|lists)\.css))$/,
  // Shared by the pages of people who are not signed in, and by dialogs.
  controls:
    /\/(keyboard|useLabels|useLocalizedStringFormatter|useControlledState|getScrollParent|PressResponder|VisuallyHidden)\.mjs$|\/shell\/PublicLayout\.tsx$/,
  // Of every form, also that of the sign-in.
  forms:
    /\/kernel\/form\/(BareForm\.tsx|form-state\.ts|form-store\.ts|use-form\.ts|Form\.module\.css)$|\/ui\/Problem\.(tsx|module\.css)$/,
  // Needed by the start page, by the mark in a plan and by pages of their own.
  exams: /\/core\/src\/features\/exams\//,
  start: /\/features\/(start\/StartScreen|notifications\/UnreadNotifications)\.tsx$/,
  // What stands beside the day, once that is drawn.
  beside: /\/features\/start\/Beside\.tsx$/,
  timetable: /\/features\/timetable\/(own-)?plan-route\.ts$/,
  // Fetched once the plan stands, as are all dialogs.
  dialogs: /\/ui\/Dialog\.tsx$|\/FocusScope\.mjs$/,
  // Pages that share little else have it: joined with what some of them share, files would wait for each other.
  'form-dialogs': /\/(ui\/FormFrame|kernel\/form\/FormDialog)\.tsx$/,
  lesson: /\/features\/timetable\/(LessonDialog|MoreDialog)\.tsx$/,
  'sign-in': /\/features\/auth\/((Start|SelectSchool|Login|PostLogout)Screen|ChalkWeek|LoginForm)\.tsx$/,
  // Asked by what comes on demand, and by the wrapper before all else.
  native: /\/kernel\/native(-version)?\.ts$/,
  // Fetched when the first message comes, or is another, and by the chat.
  arrivals: /\/features\/(chat\/(arrivals|sounds|autoplay|title-alert)|notifications\/forget-message)\.ts$/,
  // A call and the code that makes it must lie in one file.
  channels: /\/channels\/(channels-queries|PeoplePicker|channels-api|members-api)\.tsx?$/,
  // Each asks for another one.
  'channel-list': /\/channels\/(ChannelList|ChannelRow|ChannelMenu|ChannelsBeside)\.tsx$/,
  dates:
    /\/react-[\w-]+\/.*\/(datepicker|calendar)\/[\w.]+\.mjs$|\/(DatePicker|DateField|Calendar|HiddenDateInput)\.mjs$|\/ui\/Date(Time)?Picker\.tsx$/,
  // Needs nothing of ours: joined with what does, files would wait for each other.
  zod: /\/node_modules\/zod\//,
  // What a file goes through on its way: the news and the clouds share it, and little else.
  uploads:
    /\/core\/src\/(kernel\/file-size|features\/files\/rules)\.ts$|\/app\/src\/kernel\/(chosen-files|picture|upload-request)\.ts$|\/ui\/FileDrop\.tsx$/,
  // Tables of the administration with their library: shared by pages that share little else.
  tables: /\/@tanstack\/(react-table|table-core|react-virtual|virtual-core)\/|\/ui\/table\/|\/kernel\/PagedTable\.tsx$/,
  // Asked by the steps of setting up a school, by those of an import and by neither's other pages.
  'user-import': /\/core\/src\/features\/user-import\//,
  // Some of it is asked by the planner's pages, some by others: divided among the files of both, these would wait for each other.
  structure: /\/core\/src\/features\/structure\//,
  overlays: /\/(LogoutDialog|shell\/frame-parts|MoreScreen|AdministrationScreen|ui\/Menu)\.tsx?$/,
};

/**
 * Few files, as each costs a request and is compressed alone: one with all that every page needs, one for each screen of the
 * navigation. What remains is shared by the pages of the administration and is joined where it is small.
 */
export const groups = [
  { name: 'app', tags: ['$initial' as const], priority: 30 },
  ...Object.entries(SCREENS).map(([name, test], index) => ({ name, test, priority: 29 - index })),
  // The looks of all other pages: the first file lists every name, and one is as quickly fetched as ten.
  { name: 'late-styles', test: /^(?!.*\/features\/timetable\/).*\.module\.css$/, priority: 5 },
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 60_000, priority: 0 },
];

/** Files with what is opened every day, and the frame: their names, with nothing but the hash behind them. */
const DAILY = /\/(start|timetable|lesson|NewsScreen|sign-in|daily|overlays)-[\w-]{8}\.js$/;

/**
 * The files to fetch beside a file that is fetched on demand: its styles always, its scripts where people open the file every day.
 * The list of all of them is part of every first visit. Beside the first file of the page itself comes all that it imports.
 */
export const preloadedWith = (file: string, needed: string[], { hostType }: { hostType: 'html' | 'js' }): string[] =>
  hostType === 'html' || DAILY.test(`/${file}`) ? needed : needed.filter((name) => name.endsWith('.css'));
