import { monitorApi } from '@kreide/core/features/monitor';
import { mutationOf, queryOf } from '../../kernel/data.ts';

/** The screens of the school with their addresses. */
export const screensQuery = queryOf(monitorApi.listScreens, {});
/** What the school says on the days to come. */
export const messagesQuery = queryOf(monitorApi.listMessages, {});

const touches = [monitorApi.listScreens];
/** The forms say themselves what is wrong. */
export const createScreen = mutationOf(monitorApi.createScreen, { messages: false, touches });
export const updateScreen = mutationOf(monitorApi.updateScreen, { messages: false, touches });
export const renewScreen = mutationOf(monitorApi.renewScreen, { touches });
export const removeScreen = mutationOf(monitorApi.removeScreen, { touches });
export const setMessage = mutationOf(monitorApi.setMessage, { touches: [monitorApi.listMessages] });
