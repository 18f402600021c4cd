// LocalAPI
