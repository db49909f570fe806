// features: all

import { NARROW, testScreens } from '../support/test-screens.ts';

testScreens(NARROW, 'administrators');
