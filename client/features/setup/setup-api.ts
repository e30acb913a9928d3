import type { SetupState } from '../../../contract/administration/setup';
import { baseApi } from '../../api/base-api';
import { get } from '../../api/endpoints';

const setupApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    // A step is ticked by what happens to its noun, whoever did it.
    setupSteps: build.query<SetupState[], void>(
      get('setup/steps', [
        'Institution', 'Queue', 'Indicator', 'ProductTerms', 'Template', 'MessageLimits', 'Softphone', 'User',
        'Schedule', 'Import', 'Allocation',
      ]), // prettier-ignore
    ),
  }),
});

export const { useSetupStepsQuery } = setupApi;
