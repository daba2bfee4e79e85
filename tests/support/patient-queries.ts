import { configure } from '@testing-library/react';

import { patience } from './patience';

configure({ asyncUtilTimeout: patience.timeout });
