import { isCustomElement } from 'attention-explorables/vue';

export default { title: 'Figures', vue: { template: { compilerOptions: { isCustomElement } } } };
