export const WOMEN = [
  'María', 'Ana', 'Lucía', 'Fernanda', 'Guadalupe', 'Daniela', 'Sofía', 'Valeria', 'Gabriela', 'Alejandra', 'Patricia',
  'Verónica', 'Adriana', 'Leticia', 'Rosa', 'Elena', 'Mariana', 'Claudia', 'Karla', 'Brenda', 'Itzel', 'Ximena',
  'Norma', 'Silvia', 'Teresa', 'Paola', 'Diana', 'Yolanda', 'Araceli', 'Beatriz',
]; // prettier-ignore
export const MEN = [
  'Carlos', 'José', 'Luis', 'Juan', 'Jorge', 'Miguel', 'Francisco', 'Ricardo', 'Alejandro', 'Fernando', 'Eduardo',
  'Roberto', 'Raúl', 'Sergio', 'Héctor', 'Arturo', 'Manuel', 'Javier', 'Óscar', 'Diego', 'Emiliano', 'Rodrigo',
  'Gerardo', 'Iván', 'Víctor', 'Hugo', 'Martín', 'Pablo', 'Enrique', 'Alfredo',
]; // prettier-ignore
export const STREETS = [
  'Av. Juárez', 'Calle Hidalgo', 'Calle Morelos', 'Av. Reforma', 'Calle 5 de Mayo', 'Calle Allende', 'Av. Universidad',
  'Calle Zaragoza', 'Privada Las Flores', 'Calle Niños Héroes',
]; // prettier-ignore
export const SURNAMES = [
  'García', 'Hernández', 'Martínez', 'López', 'González', 'Rodríguez', 'Pérez', 'Sánchez', 'Ramírez', 'Cruz', 'Flores',
  'Gómez', 'Morales', 'Vázquez', 'Reyes', 'Jiménez', 'Torres', 'Díaz', 'Gutiérrez', 'Ruiz', 'Mendoza', 'Aguilar', 'Ortiz',
  'Moreno', 'Castillo', 'Romero', 'Álvarez', 'Méndez', 'Chávez', 'Rivera', 'Juárez', 'Ramos', 'Domínguez', 'Herrera',
  'Medina', 'Castro', 'Vargas', 'Guzmán', 'Velázquez', 'Rojas', 'Contreras', 'Salazar', 'Luna', 'Ortega', 'Guerrero',
  'Estrada', 'Bautista', 'Cortés', 'Soto', 'Alvarado', 'Espinoza', 'Lara', 'Ávila', 'Ríos', 'Cervantes', 'Delgado',
]; // prettier-ignore

export interface Place {
  municipality: string;
  state: string;
  /** The state's letters in a CURP. */
  code: string;
  area: string;
}

export const PLACES: readonly Place[] = (
  [
    ['Iztapalapa', 'Ciudad de México', 'DF', '55'],
    ['Coyoacán', 'Ciudad de México', 'DF', '55'],
    ['Gustavo A. Madero', 'Ciudad de México', 'DF', '55'],
    ['Ecatepec de Morelos', 'México', 'MC', '55'],
    ['Nezahualcóyotl', 'México', 'MC', '55'],
    ['Toluca', 'México', 'MC', '722'],
    ['Guadalajara', 'Jalisco', 'JC', '33'],
    ['Zapopan', 'Jalisco', 'JC', '33'],
    ['Tlaquepaque', 'Jalisco', 'JC', '33'],
    ['Monterrey', 'Nuevo León', 'NL', '81'],
    ['Apodaca', 'Nuevo León', 'NL', '81'],
    ['Puebla', 'Puebla', 'PL', '222'],
    ['Tehuacán', 'Puebla', 'PL', '238'],
    ['León', 'Guanajuato', 'GT', '477'],
    ['Irapuato', 'Guanajuato', 'GT', '462'],
    ['Querétaro', 'Querétaro', 'QT', '442'],
    ['Tijuana', 'Baja California', 'BC', '664'],
    ['Mexicali', 'Baja California', 'BC', '686'],
    ['Hermosillo', 'Sonora', 'SR', '662'],
    ['Chihuahua', 'Chihuahua', 'CH', '614'],
    ['Juárez', 'Chihuahua', 'CH', '656'],
    ['Culiacán', 'Sinaloa', 'SL', '667'],
    ['Saltillo', 'Coahuila', 'CL', '844'],
    ['Torreón', 'Coahuila', 'CL', '871'],
    ['San Luis Potosí', 'San Luis Potosí', 'SP', '444'],
    ['Aguascalientes', 'Aguascalientes', 'AS', '449'],
    ['Morelia', 'Michoacán', 'MN', '443'],
    ['Acapulco de Juárez', 'Guerrero', 'GR', '744'],
    ['Veracruz', 'Veracruz', 'VZ', '229'],
    ['Xalapa', 'Veracruz', 'VZ', '228'],
    ['Oaxaca de Juárez', 'Oaxaca', 'OC', '951'],
    ['Tuxtla Gutiérrez', 'Chiapas', 'CS', '961'],
    ['Centro', 'Tabasco', 'TC', '993'],
    ['Mérida', 'Yucatán', 'YN', '999'],
    ['Benito Juárez', 'Quintana Roo', 'QR', '998'],
    ['Cuernavaca', 'Morelos', 'MS', '777'],
    ['Pachuca de Soto', 'Hidalgo', 'HG', '771'],
    ['Durango', 'Durango', 'DG', '618'],
  ] as const
).map(([municipality, state, code, area]) => ({ municipality, state, code, area }));

export const COMPANIES = [
  'Abarrotes La Esperanza', 'Taller Mecánico Rivas', 'Transportes del Bajío', 'Panadería El Trigal', 'Textiles Anáhuac',
  'Constructora Piedra Azul', 'Farmacia San Rafael', 'Hotel Las Palmas', 'Empacadora del Golfo', 'Escuela Benito Juárez',
  'Clínica Santa Elena', 'Ferretería El Tornillo', 'Muebles Nogal', 'Comercial Tres Ríos', 'Restaurante La Huerta',
  'Servicios Integrales Maya', 'Autopartes del Norte', 'Lavandería Burbuja', 'Agrícola San Isidro', 'Imprenta Quetzal',
]; // prettier-ignore
export const OCCUPATIONS = [
  'Empleado', 'Comerciante', 'Chofer', 'Docente', 'Enfermera', 'Albañil', 'Cocinero', 'Vendedor', 'Obrero', 'Contador',
  'Estilista', 'Guardia', 'Técnico', 'Ama de casa',
]; // prettier-ignore
export const EDUCATION = ['Primaria', 'Secundaria', 'Bachillerato', 'Técnica', 'Licenciatura'];
export const MARITAL = ['Soltero', 'Casado', 'Unión libre', 'Divorciado', 'Viudo'];
export const BANKS = ['Banco del Valle', 'Banca Istmo', 'Banco Sierra', 'Caja Anáhuac', 'Banco Litoral'];
export const APPS = ['Girasol', 'Puente', 'Nube Efectivo', 'Colibrí'];
export const PRODUCTS = ['Personal', 'Nómina', 'Microcrédito', 'Negocio'];
