// Few open one of them: the names of all files are part of every first visit.
export { ConversationScreen } from './ConversationScreen.tsx';
export { CreateFinishScreen } from './CreateFinishScreen.tsx';
export { CreateStartScreen } from './CreateStartScreen.tsx';
export { CreateUsersScreen } from './CreateUsersScreen.tsx';
export { CreationScreen } from './CreationScreen.tsx';
export { EditScreen } from './EditScreen.tsx';
export { LiteScreen } from './LiteScreen.tsx';
