export {
  get,
  getMetrics,
  getSettings,
  joinByCode,
  list,
  listContacts,
  listOwn,
  listSelfPostable,
  renewCode,
  setLeavable,
  setMemberlist,
  setOneway,
  setState,
  start,
  startConversation,
  update,
  updateSettings,
} from './channels-api.ts';
export * as chat from './chat/api.ts';
export {
  addUsers,
  archive,
  checkUsers,
  leave,
  listUsers,
  mute,
  pin,
  removeUsers,
  toggleAdmin,
  unarchive,
} from './members-api.ts';
export { getPersonal, listMessages } from './personal-api.ts';
