// features: all

import { testScreens, WIDE } from '../support/test-screens.ts';

testScreens(WIDE, 'others');
