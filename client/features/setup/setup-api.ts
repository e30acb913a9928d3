import type { SetupResume, SetupSkipForm, SetupState } from '../../../contract/administration/setup';
import { baseApi } from '../../api/base-api';
import { get, post } from '../../api/endpoints';

const setupApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    // A step is ticked by what happens to its noun, whoever did it.
    setupSteps: build.query<SetupState[], void>(
      get('setup/steps', [
        'Institution', 'Queue', 'Indicator', 'ProductTerms', 'Template', 'MessageLimits', 'Softphone', 'User',
        'Schedule', 'Import', 'Allocation', 'GuardPolicy',
      ]), // prettier-ignore
    ),
    skipStep: build.mutation<void, SetupSkipForm>(post('setup/skip', ['Institution'], ['22'])),
    resumeStep: build.mutation<void, SetupResume>(post('setup/resume', ['Institution'])),
  }),
});

export const { useSetupStepsQuery, useSkipStepMutation, useResumeStepMutation } = setupApi;
