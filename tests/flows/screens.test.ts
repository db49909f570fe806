// features: all

import { testScreens } from '../support/test-screens.ts';

testScreens('others');
