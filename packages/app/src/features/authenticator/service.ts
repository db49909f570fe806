import { createTwoFactorService } from '@kreide/core/features/authenticator';
import { serverAddress, settingIn } from '../../kernel/server-address.ts';

/** The two-factor service: on the host that index.html names, else on that of the API (T-7.157). */
export const service = createTwoFactorService({ baseUrl: settingIn(document, 'two-factor') || serverAddress });
