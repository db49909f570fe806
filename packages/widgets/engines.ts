/** The oldest engines that the elements run in: televisions and tablets that hang in schools. */
export const engines = ['chrome87', 'firefox101', 'safari15'];
