/** Binds a template tag to a function that makes elements. */
declare const htm: {
  bind<T>(make: (type: any, props: any, ...children: any[]) => T): (strings: TemplateStringsArray, ...values: any[]) => T | T[];
};
export default htm;
