import { checkWorkflow } from '../src/components/steps/check-workflow.ts';

/**
 * The workflow that the speed benches run on large images. The references (bare loops and the glue) can do all
 * of its steps as well. It is not among the seeded workflows.
 */
export const FIT_ON_WHITE = checkWorkflow({
  name: 'Fit on white',
  steps: [
    {
      id: 'canvas',
      component: 'canvas',
      params: { width: 2000, height: 2000, margin: 5, background: '#ffffff', enlarge: true },
    },
    { id: 'sharpen', component: 'sharpen', params: {} },
    { id: 'jpeg', component: 'convert', params: { format: 'jpeg', quality: 90 } },
  ],
});
